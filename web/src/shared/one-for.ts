import { untrack } from "svelte";

/**
 * A record that belongs to something else, made when it is first asked for and gone with its owner.
 * Whoever asks first inside an effect follows it as every later one does.
 */
export function oneFor<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const made = new WeakMap<Owner, Made>();
  return (owner) => {
    let found = made.get(owner);
    if (found === undefined) {
      found = untrack(() => make(owner));
      made.set(owner, found);
    }
    return found;
  };
}
