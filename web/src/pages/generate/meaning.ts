/** What a wish means, line by line as the server says it, as one sentence. */

/** `White has no queen`, `White has 1 rook`: one clause, whose side is named once. */
function merged(lines: readonly string[]): string[] {
  const clauses: string[] = [];
  let side = '';
  for (const line of lines) {
    const [, who = '', rest = ''] = /^(\S+(?: \S+)? has) (.+)$/.exec(line) ?? [];
    const last = clauses.length - 1;
    if (who && who === side) clauses[last] = `${clauses[last]}, ${rest}`;
    else clauses.push(line);
    side = who;
  }
  return clauses;
}

/** Headings whose lines hold together; of the others (`at least one of:`) each line stands for itself. */
const TOGETHER = /^(all of|for )/;

/** Lines that belong to a heading are indented by two more spaces. */
export function sentence(lines: readonly string[], together = true): string {
  const clauses: string[] = [];
  let plain: string[] = [];
  const settled = (): void => {
    clauses.push(...(together ? merged(plain) : plain));
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const heading = lines[at++] ?? '';
    const below: string[] = [];
    while (lines[at]?.startsWith('  ')) below.push((lines[at++] ?? '').slice(2));
    if (!below.length) {
      plain.push(heading);
      continue;
    }
    settled();
    clauses.push(`${heading.replace(/:$/, '')} (${sentence(below, TOGETHER.test(heading))})`);
  }
  settled();
  return clauses.join('; ');
}
