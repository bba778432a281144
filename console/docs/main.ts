/** What the pages of the documentation can do besides being read: search, and copying code. */
import { addCopyButtons } from './copy-buttons.ts';
import { addSearchBox } from './search-box.ts';

const header = document.querySelector('header[data-pages]');
if (header !== null) addSearchBox(header, header.getAttribute('data-pages') ?? '');
addCopyButtons();
document.querySelector('.navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });
