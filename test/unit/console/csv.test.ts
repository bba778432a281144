import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../console/parts/csv.ts';

describe('a downloaded table', () => {
  it('has a column for each field of any item, with lists in one cell', () => {
    const items = [
      { id: 'a', actor: { name: 'Ada', from: null }, tags: ['x', 'y'], count: 3 },
      { id: 'b', more: { deep: { value: true } }, phones: [{ number: '+1' }] },
    ];
    expect(csvOf(items)).toBe(
      '\ufeffid,actor.name,actor.from,tags,count,more.deep.value,phones\n' +
        'a,Ada,,"x; y",3,,\n' +
        'b,,,,,true,"{""number"":""+1""}"\n',
    );
  });

  it('has no cell that a spreadsheet runs, but numbers as they are', () => {
    expect(csvOf([{ name: '=HYPERLINK("http://x")', '+a': '@b', number: -3 }])).toBe(
      `\ufeffname,'+a,number\n"'=HYPERLINK(""http://x"")",'@b,-3\n`,
    );
  });
});
