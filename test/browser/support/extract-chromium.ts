/**
 * Unpacks the browser that npm brought, with the libraries and the fonts beside it, into the folder for temporary files,
 * which is what the package always takes. It runs as a process of its own so that this can be set for it alone.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const archives = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
const names = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];
await Promise.all(names.map((name) => inflate(join(archives, name))));
