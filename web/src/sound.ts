/** Short sounds, made here and now: nothing is loaded. Silent unless somebody has asked for them. */

import { settings } from './settings';

export type Sound = 'move' | 'capture' | 'check' | 'end';

let context: AudioContext | undefined;

/** A knock of wood: a short tone that falls, with a little noise in front. */
function knock(at: AudioContext, frequency: number, when: number, loud: number): void {
  const tone = at.createOscillator();
  const gain = at.createGain();
  const start = at.currentTime + when;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + 0.08);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  tone.connect(gain).connect(at.destination);
  tone.start(start);
  tone.stop(start + 0.13);
}

const SCORES: Record<Sound, readonly (readonly [frequency: number, when: number, loud: number])[]> = {
  move: [[330, 0, 0.25]],
  capture: [
    [240, 0, 0.3],
    [180, 0.04, 0.25],
  ],
  check: [
    [440, 0, 0.25],
    [660, 0.09, 0.2],
  ],
  end: [
    [392, 0, 0.22],
    [494, 0.12, 0.22],
    [587, 0.24, 0.22],
  ],
};

export function sound(name: Sound): void {
  // A page that nobody has touched yet may not make a sound.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, when, loud] of SCORES[name]) knock(context, frequency, when, loud);
}

/** What a move sounds like, by how it is written. */
export const soundOf = (san: string): Sound => (san.endsWith('#') ? 'end' : san.endsWith('+') ? 'check' : san.includes('x') ? 'capture' : 'move');
