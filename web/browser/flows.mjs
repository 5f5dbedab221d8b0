// What people do on the page, each as one flow.
import { analysis } from './flows/analysis.mjs';
import { explore } from './flows/explore.mjs';
import { frame } from './flows/frame.mjs';
import { generate } from './flows/generate.mjs';
import { play } from './flows/play.mjs';
import { position } from './flows/position.mjs';
import { puzzles } from './flows/puzzles.mjs';
import { review } from './flows/review.mjs';

export const flows = { ...generate, ...position, ...analysis, ...review, ...puzzles, ...play, ...explore, ...frame };
