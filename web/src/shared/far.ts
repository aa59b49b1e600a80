/** From how far counters are seen: near; far, where names cannot be read; or so far that strengths cannot be read either. */
export type Far = 0 | 1 | 2;

/** The side of a counter in units of the map. */
export const COUNTER = 58;
/** Below these sizes in pixels counters show less, and that large. */
const FAR = 40;
const FARTHEST = 19;

/** The distance from which the map is seen at so many pixels to a unit. */
export const distance = (scale: number): Far => (scale * COUNTER < FARTHEST ? 2 : scale * COUNTER < FAR ? 1 : 0);
