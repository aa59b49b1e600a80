/** The player in this browser: a name and a color, which the others see. */
import { api } from "../shared/api";
import type { Color, Me } from "../wire/types";

class Player {
  name = $state("");
  color = $state<Color>("");
  /** A recovery code is in force. */
  recovery = $state(false);
  #asked: Promise<void> | null = null;

  /** Asks the server once who plays in this browser. */
  know(): Promise<void> {
    this.#asked ??= api.me().then(
      (found) => this.take(found),
      () => {
        this.#asked = null;
      },
    );
    return this.#asked;
  }

  take(found: Me): void {
    this.name = found.name;
    this.color = found.color;
    this.recovery = found.recovery;
  }

  async change(name: string, color: Color = this.color): Promise<void> {
    if (name.trim() === this.name && color === this.color) return;
    this.take(await api.changeMe(name, color));
  }
}

export const me = new Player();
