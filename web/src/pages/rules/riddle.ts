/** The test for humans: eight fields with one cross and some dots, a number from 0 to 7, and only right or wrong. */

export interface Riddle {
  /** Where the cross is, 0 to 7. */
  cross: number;
  dots: readonly boolean[];
}

export type Variant = 'first' | 'second';

/** Right answers in a row that show somebody has understood. */
export const ENOUGH = 10;

/** The fields between the cross and the first dot to its right, or the edge; in the harder variant the second dot. */
export function answer({ cross, dots }: Riddle, variant: Variant): number {
  let met = 0;
  for (let at = cross + 1; at < 8; at++) {
    if (dots[at] && ++met === (variant === 'first' ? 1 : 2)) return at - cross - 1;
  }
  return 7 - cross;
}

/** A line with none to seven dots, each number as likely as the next, as the network is taught. */
export function draw(random: () => number): Riddle {
  const cross = Math.floor(random() * 8);
  const others = Array.from({ length: 8 }, (_, at) => at).filter(at => at !== cross);
  const dots = Array.from({ length: 8 }, () => false);
  for (let left = Math.floor(random() * 8); left > 0; left--) {
    const [chosen = 0] = others.splice(Math.floor(random() * others.length), 1);
    dots[chosen] = true;
  }
  return { cross, dots };
}

/** The share of wrong answers among the last ten at each question, for the curve. */
export function running(right: readonly boolean[]): [number, number][] {
  return right.map((_, at) => {
    const last = right.slice(Math.max(0, at - 9), at + 1);
    return [at + 1, last.filter(one => !one).length / last.length];
  });
}

/**
 * The network of `sissa rules learn line` on the same task (to the right, balanced): questions and share of wrong lines out of
 * all 1,024, from the first measurement on.
 */
export const NETWORK: readonly (readonly [number, number])[] = [
  [7902, 0.0498],
  [15816, 0.0127],
  [47402, 0.0166],
  [205272, 0.0156],
  [394773, 0.0156],
];
