/** From how far counters are seen: near; far, where names cannot be read; or so far that strengths cannot be read either. */
export type Far = 0 | 1 | 2;

/** Below these sizes in pixels counters show less, and that large. */
const FAR = 40;
const FARTHEST = 19;

/** The distance at which a counter of so many pixels is seen. */
export const distance = (pixels: number): Far => (pixels < FARTHEST ? 2 : pixels < FAR ? 1 : 0);
