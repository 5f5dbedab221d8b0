/** What the check of a position found: whether it can be on a board, and whether it is what was wished for. */

import type { Check } from '../../api/client';
import { h } from '../../dom';
import { t } from '../../i18n';
import { banner } from '../../ui';

const findingsOf = ({ findings }: Check): HTMLElement | null =>
  findings?.length
    ? h(
        'ul',
        { class: 'findings' },
        ...findings.map(part =>
          h(
            'li',
            { class: part.holds ? 'good' : 'bad' },
            part.holds ? '✓ ' : '✗ ',
            h('code', {}, part.text),
            part.value === null || part.value === undefined ? '' : `: ${t.position.found(part.value)}`,
            part.squares.length ? ` (${part.squares.join(' ')})` : '',
          ),
        ),
      )
    : null;

export function verdictOf(found: Check): HTMLElement[] {
  const findings = findingsOf(found);
  if (!found.valid) {
    const reasons = h('ul', {}, ...found.reasons.map(reason => h('li', {}, reason.message)));
    return [h('div', { 'data-code': 'invalid' }, banner('bad', t.position.invalid, reasons)), ...(findings ? [findings] : [])];
  }
  if (found.satisfied === null || found.satisfied === undefined) return [banner('good', t.position.valid, h('p', { class: 'more' }, t.position.validMeans))];
  return [banner(found.satisfied ? 'good' : 'bad', found.satisfied ? t.position.satisfies : t.position.violates, findings)];
}
