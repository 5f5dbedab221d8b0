// What people do on the page, each as one flow.
import { analysis } from './flows/analysis.mjs';
import { frame } from './flows/frame.mjs';
import { generate } from './flows/generate.mjs';
import { play } from './flows/play.mjs';
import { position } from './flows/position.mjs';

export const flows = { ...generate, ...position, ...analysis, ...play, ...frame };
