/** Two soft notes: it is your turn. */
export function chime(): void {
  try {
    const audio = new AudioContext();
    for (const [pitch, after] of [
      [523, 0],
      [784, 0.16],
    ] as const) {
      const note = audio.createOscillator();
      const loudness = audio.createGain();
      const start = audio.currentTime + after;
      note.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.12, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      note.connect(loudness).connect(audio.destination);
      note.start(start);
      note.stop(start + 0.5);
    }
    setTimeout(() => void audio.close(), 1200);
  } catch {
    // a page that nobody has clicked in yet may not sound
  }
}
