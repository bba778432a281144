import { expect, it } from 'vitest';
import { withSection } from '../../bench/support/document-output.ts';

const PAGE = '# Tables\n\n## feed\n\n    old\n\n## load\n\n    kept\n';

it('replaces the section of a benchmark, and no other', () => {
  expect(withSection(PAGE, 'feed', '    new\n')).toBe(
    '# Tables\n\n## feed\n\n    new\n\n## load\n\n    kept\n',
  );
});

it('adds the section of a benchmark that has none', () => {
  expect(withSection(PAGE, 'scale', '    new')).toBe(`${PAGE}\n## scale\n\n    new\n`);
});
