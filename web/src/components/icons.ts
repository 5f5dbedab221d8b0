/** Icons: lines of one weight on a grid of 24. */

const PATHS = {
  generate: 'M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z',
  position: 'M14.5 5.5l4 4L9 19H5v-4zM12.5 7.5l4 4',
  analysis: 'M4 19V5M4 19h16M7.5 15l4-5 3 3 5-6.5',
  review: 'M11 5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15.5 15.5L20 20M8.5 11.5l2 2 3.5-4.5',
  puzzles: 'M9 4h6v3.2a1.8 1.8 0 1 0 3.4.8H20v6h-2.2a1.9 1.9 0 1 0 0 3.6V20H4V8h5z',
  explore: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  play: 'M8 20h8M9 20c0-3 1-5 1-8M15 20c0-3-1-5-1-8M8.5 12h7M12 4a3.5 3.5 0 0 1 2.5 6h-5A3.5 3.5 0 0 1 12 4z',
  library: 'M5 4h4v16H5zM9 7h4v13H9zM14 8.5l3.5-1 3 11.5-3.5 1z',
  rules: 'M12 4a5.5 5.5 0 0 0-3 10.1V17h6v-2.9A5.5 5.5 0 0 0 12 4zM9.5 20h5',
  help: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.5v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  more: 'M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM19 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  question: 'M9 9a3 3 0 1 1 4.3 2.7C12.4 12.2 12 13 12 14M12 17.5v.1',
  first: 'M17 6l-7 6 7 6zM7 6v12',
  back: 'M15 6l-7 6 7 6z',
  forward: 'M9 6l7 6-7 6z',
  last: 'M7 6l7 6-7 6zM17 6v12',
  start: 'M8 5l11 7-11 7z',
  stop: 'M7 7h10v10H7z',
  flip: 'M7 4v14M4 7l3-3 3 3M17 20V6M14 17l3 3 3-3',
  undo: 'M9 7L5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3',
  redo: 'M15 7l4 4-4 4M19 11h-9a5 5 0 0 0 0 10h3',
  hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 10.5V5a1.5 1.5 0 0 1 3 0v5.5M14 10.5V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2 6.5-5.5 6.5-3 0-4.5-1.5-6-4.5L4 13.5c-.6-1.3 1-2.3 2-1.2L8 14.5',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  save: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  share: 'M12 15V4M8 8l4-4 4 4M6 12v8h12v-8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  heart: 'M6 4h12v16l-6-4.5L6 20z',
  flag: 'M6 21V4M6 5h11l-2.5 4L17 13H6',
  again: 'M5 12a7 7 0 1 1 2 5M5 12V7M5 12h5',
  bulb: 'M12 4a5.5 5.5 0 0 0-3 10.1V17h6v-2.9A5.5 5.5 0 0 0 12 4zM9.5 20h5',
  print: 'M7 9V4h10v5M5 9h14v7h-3M8 16H5V9M8 13h8v7H8z',
  link: 'M10 14a4 4 0 0 0 6 .5l2.5-2.5a4 4 0 0 0-6-5.5L11.5 7.5M14 10a4 4 0 0 0-6-.5L5.5 12a4 4 0 0 0 6 5.5l1-1',
  terminal: 'M4 5h16v14H4zM7.5 9.5l3 2.5-3 2.5M12.5 15h4',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  plus: 'M12 5v14M5 12h14',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
} as const;

export type Icon = keyof typeof PATHS;

export const ICONS: readonly Icon[] = Object.keys(PATHS).filter((name): name is Icon => name in PATHS);

const SVG = 'http://www.w3.org/2000/svg';

/** Decoration: what a control does is in its label. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
