/** The course of a game: White's chances after every half-move, once for these players and once by Lichess' curve. */

import { t } from '../i18n';

export interface CoursePoint {
  ply: number;
  /** Points of a hundred that White can expect, among players like these. */
  expected: number;
  /** White's chances by Lichess' curve. */
  chances: number;
  /** How bad the move was, where it was. */
  severity: string | null | undefined;
  label: string;
}

export interface Graph {
  element: HTMLElement;
  mark: (ply: number) => void;
}

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, EDGE] = [600, 150, 6];

function node(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Clicks and drags go to a half-move; by keyboard the page's arrows do the same. */
export function createGraph(points: readonly CoursePoint[], phases: readonly number[], go: (ply: number) => void): Graph {
  const last = Math.max(1, points.length);
  const x = (ply: number): number => (WIDTH * ply) / last;
  const y = (value: number): number => EDGE + (HEIGHT - 2 * EDGE) * (1 - value / 100);
  const svg = node('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'course', role: 'img', 'aria-label': t.review.graphLabel });
  const line = (of: (point: CoursePoint) => number): string => [`0,${y(50)}`, ...points.map(point => `${x(point.ply)},${y(of(point))}`)].join(' ');
  svg.append(
    node('polygon', { class: 'area', points: `0,${HEIGHT} ${line(point => point.expected)} ${WIDTH},${HEIGHT}` }),
    node('path', { class: 'middle', d: `M0 ${y(50)}H${WIDTH}` }),
    ...phases.map(ply => node('path', { class: 'phase', d: `M${x(ply - 0.5)} 0V${HEIGHT}` })),
    node('polyline', { class: 'chances', points: line(point => point.chances) }),
    node('polyline', { class: 'expected', points: line(point => point.expected) }),
  );
  const cursor = node('path', { class: 'cursor', d: `M0 0V${HEIGHT}` });
  svg.append(cursor);
  const element = document.createElement('div');
  element.className = 'coursebox';
  element.append(svg);
  // Marks keep their shape while the drawing is stretched: they are elements over it.
  for (const point of points) {
    if (!point.severity) continue;
    const dot = document.createElement('button');
    dot.type = 'button';
    dot.className = `dot ${point.severity}`;
    dot.style.left = `${(100 * x(point.ply)) / WIDTH}%`;
    dot.style.top = `${(100 * y(point.expected)) / HEIGHT}%`;
    dot.title = point.label;
    dot.setAttribute('aria-label', point.label);
    dot.addEventListener('click', () => go(point.ply));
    element.append(dot);
  }
  const seek = (event: PointerEvent): void => {
    const box = svg.getBoundingClientRect();
    go(Math.round((last * Math.min(box.width, Math.max(0, event.clientX - box.left))) / box.width));
  };
  svg.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    svg.setPointerCapture(event.pointerId);
    seek(event);
  });
  svg.addEventListener('pointermove', event => {
    if (svg.hasPointerCapture(event.pointerId)) seek(event);
  });
  return { element, mark: ply => cursor.setAttribute('d', `M${x(ply)} 0V${HEIGHT}`) };
}
