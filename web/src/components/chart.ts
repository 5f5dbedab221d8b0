/** Lines over a logarithmic axis: how often an answer is wrong, after so many questions. */

export interface Curve {
  class: 'first' | 'second';
  name: string;
  /** Questions and the share that is wrong. */
  points: readonly (readonly [number, number])[];
}

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, BOTTOM, DECADES] = [520, 240, 44, 28, 6];

function node(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

const x = (questions: number): number => LEFT + ((WIDTH - LEFT - 12) * Math.log10(Math.max(1, questions))) / DECADES;
const y = (share: number): number => 10 + (HEIGHT - BOTTOM - 10) * (1 - share);

export function chart(label: string, axis: string, curves: readonly Curve[]): SVGElement {
  const svg = node('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-label': label });
  for (let power = 0; power <= DECADES; power++) {
    svg.append(node('path', { class: 'grid', d: `M${x(10 ** power)} 10V${HEIGHT - BOTTOM}` }));
    svg.append(node('text', { x: x(10 ** power), y: HEIGHT - BOTTOM + 14, 'text-anchor': 'middle' }, power < 4 ? String(10 ** power) : `10^${power}`));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(node('path', { class: 'grid', d: `M${LEFT} ${y(share)}H${WIDTH - 12}` }));
    svg.append(node('text', { x: LEFT - 6, y: y(share) + 4, 'text-anchor': 'end' }, `${share * 100} %`));
  }
  svg.append(node('text', { x: WIDTH - 12, y: HEIGHT - 2, 'text-anchor': 'end' }, axis));
  for (const curve of curves) {
    svg.append(node('polyline', { class: curve.class, points: curve.points.map(([questions, share]) => `${x(questions)},${y(share)}`).join(' ') }));
    const last = curve.points.at(-1);
    if (last) svg.append(node('text', { x: Math.min(WIDTH - 16, x(last[0])), y: y(last[1]) - 8, 'text-anchor': last[0] > 1000 ? 'end' : 'start' }, curve.name));
  }
  return svg;
}
