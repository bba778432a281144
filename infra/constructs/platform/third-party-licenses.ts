import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The input files of one bundle, from esbuild's metafile. */
export type Inputs = Metafile['outputs'][string]['inputs'];

interface ThirdParty {
  /** Name and version. */
  readonly title: string;
  readonly license: string;
  readonly text: string;
}

/** The terms of https://spdx.org/licenses/MIT.html, for packages without a license file. */
const MIT_TEXT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this \
software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without \
limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and \
to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial \
portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT \
LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE \
AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, \
TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE \
SOFTWARE.`;

const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\.\w+)?$/i;

const authorOf = ({ author, name }: { author?: string | { name?: string }; name: string }): string =>
  (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;

const readPackage = (folder: string): ThirdParty => {
  const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = description;
  if (typeof license !== 'string') throw new Error(`The package ${name} does not say what its license is.`);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const fallback = license === 'MIT' ? `Copyright (c) ${authorOf(description)}\n\n${MIT_TEXT}` : '';
  return { title: `${name} ${version}`, license, text: texts.join('\n\n') || fallback };
};

/** The folders of the bundled packages, without those that tree shaking removed. */
const packagesOf = (inputs: Inputs): readonly string[] => {
  const folders = Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
    return folder === undefined || bytesInOutput === 0 ? [] : [folder];
  });
  return [...new Set(folders)].sort();
};

/**
 * The licenses of the packages in a bundle, as text, grouped by license text.
 *
 * @param root the folder that the input paths are relative to
 * @throws Error for a package without a `license` field or license text
 */
export const thirdPartyLicenses = (root: string, inputs: Inputs): string => {
  const packages = packagesOf(inputs).map((folder) => readPackage(join(root, folder)));
  const withText = packages.map((each) => {
    // The Apache license names no copyright holder, so a package without the file can use another's text.
    const text = each.text || packages.find(({ license, text }) => license === each.license && text)?.text;
    if (!text) throw new Error(`The license text of ${each.title} (${each.license}) is missing.`);
    return { ...each, text };
  });
  const groups = [...Map.groupBy(withText, ({ text }) => text)].map(
    ([text, members]) =>
      `${members.map(({ title, license }) => `${title} (${license})`).join('\n')}\n\n${text}`,
  );
  return `${['This bundle holds code of these packages.', ...groups].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
