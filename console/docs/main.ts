/** What the pages of the documentation can do besides being read: search, and copying code. */
import { addCopyButtons } from './copy-buttons.ts';
import { addSearchBox } from './search-box.ts';

const header = document.querySelector('header[data-pages]');
if (header !== null) addSearchBox(header, header.getAttribute('data-pages') ?? '');
addCopyButtons();

// Scrolls the navigation alone: `scrollIntoView` would scroll the page too.
const current = document.querySelector<HTMLElement>('.navigation [aria-current]');
const navigation = document.querySelector('.navigation');
if (current && navigation) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
