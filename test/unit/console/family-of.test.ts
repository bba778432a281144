import { expect, it } from 'vitest';
import { familyOf } from '../../../console/views/keys/key-page/family-of.ts';

const key = (id: string, rotatedTo: string | null = null) => ({ id, rotatedTo });

it('finds the keys before and after a key in its rotations', () => {
  const [first, second, third, other] = [key('1', '2'), key('2', '3'), key('3'), key('4')];
  for (const each of [first, second, third]) {
    expect(familyOf(each, [other, third, first, second])).toEqual([first, second, third]);
  }
  expect(familyOf(other, [first, second, third, other])).toEqual([other]);
});

it('ends, whatever the keys say', () => {
  const [one, two] = [key('1', '2'), key('2', '1')];
  expect(familyOf(one, [one, two])).toHaveLength(2);
});
