/** Save into a collection of the library: asks which. */

import { button, field, h, select } from '../dom';
import { t } from '../i18n';
import type { Kept } from '../library';
import { add, load } from '../library';
import { say } from '../ui';
import { openDialog } from './dialog';

export function keep(items: readonly Omit<Kept, 'id'>[]): void {
  const names = load().map(one => one.name);
  const fresh = h('input', { type: 'text', value: names.length ? '' : t.library.first, placeholder: t.library.newName });
  const which = select([...names.map(name => [name, name] as const), ['', t.library.newOne] as const], names.at(-1) ?? '', {
    on: { change: () => ((fresh.parentElement as HTMLElement).hidden = which.value !== '') },
  });
  const tags = h('input', { type: 'text', placeholder: t.library.tagsHint });
  const naming = field(t.library.name, fresh);
  naming.hidden = which.value !== '';
  const save = (): void => {
    const name = which.value || fresh.value.trim() || t.library.first;
    const given = tags.value
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean);
    const { added, saved } = add(
      name,
      items.map(one => ({ ...one, tags: [...new Set([...one.tags, ...given])] })),
    );
    dialog.close();
    say(saved ? t.library.saved(added, name) : t.library.full);
  };
  const dialog = openDialog(
    t.library.saveTitle(items.length),
    [names.length > 0 && field(t.library.collection, which), naming, field(t.library.tags, tags)],
    [button(t.cancel, () => dialog.close()), button(t.save, save, { class: 'primary', id: 'keep' })],
  );
}
