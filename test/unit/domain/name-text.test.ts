import { describe, expect, it } from 'vitest';
import { isSearchable, nameText, personNameTexts } from '../../../shared/domain/values/name-text.ts';

describe('nameText', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['  Łukasz   O’Neill ', "lukasz o'neill"],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Søren Æbelø', 'soren aebelo'],
    ['GROSSE Straße', 'grosse strasse'],
    ['İpek Işık', 'ipek isik'],
    ['Ёлкин', 'елкин'],
    ['Ὀδυσσεύς', 'οδυσσευσ'],
    ['Nguyễn', 'nguyen'],
    ['김민준', '김민준'],
    ['ガガ', 'ガガ'],
    ['हिन्दी', 'हिन्दी'],
    ['Ｆｕｌｌ', 'full'],
    ['Mary\u200b-Ann\u00a0Lee', 'mary-ann lee'],
    ['', ''],
  ])('reads %j as %j', (name, text) => {
    expect(nameText(name)).toBe(text);
    expect(nameText(text)).toBe(text);
    expect(nameText(name.normalize('NFD'))).toBe(text);
  });
});

describe('personNameTexts', () => {
  it.each([
    ['Ada', 'van der Berg', ['ada van der berg', 'van der berg\tada']],
    [null, 'Madonna', ['madonna']],
    ['Madonna', null, ['madonna']],
    ['伟', '王', ['伟 王', '王伟']],
    ['민준', '김', ['민준 김', '김민준']],
    [null, null, ['']],
  ])('derives from %j and %j the texts %j', (first, last, texts) => {
    expect(personNameTexts(first, last)).toEqual(texts);
  });
});

it('requires two characters to search', () => {
  expect(['an', '王伟', '𠮷野'].map(isSearchable)).toEqual([true, true, true]);
  expect(['', 'a', '𠮷', 'o\tann'].map(isSearchable)).toEqual([false, false, false, false]);
});
