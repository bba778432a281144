/**
 * Unpacks the browser that npm installed, with its libraries and fonts. The package always unpacks into the
 * folder for temporary files, so this runs as a separate process with that folder overridden.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const archives = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
const names = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];
await Promise.all(names.map((name) => inflate(join(archives, name))));
