/** Lines over a logarithmic axis: how often an answer is wrong, after so many questions. */

export interface Curve {
  class: 'first' | 'second';
  name: string;
  /** Questions and the share that is wrong. */
  points: readonly (readonly [number, number])[];
}

const SVG = 'http://www.w3.org/2000/svg';
const [HEIGHT, LEFT, RIGHT, BOTTOM, DECADES] = [240, 44, 16, 28, 6];
/** Drawn as wide as it will be, so that its words are as large as others. */
const width = (): number => (matchMedia('(max-width: 40rem)').matches ? 340 : 680);
/** 1, 10, 100, 1k, 10k, 100k, 1M. */
const short = (power: number): string => `${10 ** (power % 3)}${['', 'k', 'M'][Math.floor(power / 3)]}`;

function node(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

const y = (share: number): number => 10 + (HEIGHT - BOTTOM - 10) * (1 - share);

export function chart(label: string, axis: string, curves: readonly Curve[]): SVGElement {
  const right = width() - RIGHT;
  const x = (questions: number): number => LEFT + ((right - LEFT) * Math.log10(Math.max(1, questions))) / DECADES;
  const svg = node('svg', { viewBox: `0 0 ${right + RIGHT} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-label': label });
  for (let power = 0; power <= DECADES; power++) {
    svg.append(node('path', { class: 'grid', d: `M${x(10 ** power)} 10V${HEIGHT - BOTTOM}` }));
    svg.append(node('text', { x: x(10 ** power), y: HEIGHT - BOTTOM + 14, 'text-anchor': 'middle' }, short(power)));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(node('path', { class: 'grid', d: `M${LEFT} ${y(share)}H${right}` }));
    svg.append(node('text', { x: LEFT - 6, y: y(share) + 4, 'text-anchor': 'end' }, `${share * 100} %`));
  }
  svg.append(node('text', { x: right, y: HEIGHT - 3, 'text-anchor': 'end' }, axis));
  for (const curve of curves) {
    svg.append(node('polyline', { class: curve.class, points: curve.points.map(([questions, share]) => `${x(questions)},${y(share)}`).join(' ') }));
    // Its name stands over the end, or beside it where there is room.
    const [questions, wrong] = curve.points.at(-1) ?? [1, 1];
    const beside = x(questions) < right - 100;
    // Nor may it leave the picture above.
    const height = y(wrong) < 24 ? y(wrong) + 16 : y(wrong) - 7;
    const place = beside ? { x: x(questions) + 8, y: height } : { x: right, y: height, 'text-anchor': 'end' };
    svg.append(node('circle', { class: curve.class, cx: x(questions), cy: y(wrong), r: 3 }));
    svg.append(node('text', { class: 'name', ...place }, curve.name));
  }
  return svg;
}
