/** Which layers of the outlook are shown on the map: threat, supply as it will be, objectives. They last as long as the page. */
import { prefs } from "../shared/prefs.svelte";

export type Layer = "threat" | "coming" | "objectives";

class Layers {
  threat = $state(false);
  coming = $state(false);
  objectives = $state(false);
  /** The list of layers, which a phone folds behind one button. */
  open = $state(false);

  toggle(layer: Layer): void {
    this[layer] = !this[layer];
  }

  /** Whether anything is drawn that the legend explains. */
  get any(): boolean {
    return this.threat || this.coming || this.objectives || prefs.supply || prefs.zoc > 0;
  }
}

export const layers = new Layers();
