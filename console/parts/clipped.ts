/** How much wider a text may be than its cell because of rounding, in pixels. */
const TOLERANCE = 1;

const FOCUSABLE = 'a, button, input, summary';

interface Measured {
  readonly cell: HTMLElement;
  readonly isClipped: boolean;
  readonly height: number;
  /** Whether the whole must open to the left, to stay in the window. */
  readonly isEnd: boolean;
}

/** Whether the text is cut, as on cards after some lines. */
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth > clientWidth + TOLERANCE || scrollHeight > clientHeight + TOLERANCE;

const measure = (cell: HTMLElement): Measured => {
  const text = cell.firstElementChild;
  const lines = text === null ? [] : [text, ...text.querySelectorAll('.line')];
  const { height, left, width } = cell.getBoundingClientRect();
  return { cell, isClipped: lines.some(isCut), height, isEnd: left + width / 2 > innerWidth / 2 };
};

/**
 * Marks the cells of a table whose text is cut. They show the whole on hover, and while they or a link in
 * them have the focus. Those without a link take it from a tap, but are no tab stop: there may be hundreds.
 *
 * @returns whether there are any
 */
export const markClipped = (frame: HTMLElement): boolean => {
  const cells = [...frame.querySelectorAll<HTMLElement>('.clip')];
  // While it shows the whole, a cell has another size.
  const idle = cells.filter((cell) => !cell.matches(':hover, :focus-within'));
  for (const cell of idle) cell.classList.remove('is-clipped');
  // All reads before all writes: the browser lays the page out once.
  for (const { cell, isClipped, height, isEnd } of idle.map(measure)) {
    cell.classList.toggle('is-clipped', isClipped);
    cell.classList.toggle('is-end', isClipped && isEnd);
    if (isClipped) cell.style.setProperty('--clip-height', `${height}px`);
    if (isClipped && cell.querySelector(FOCUSABLE) === null) cell.tabIndex = -1;
    else cell.removeAttribute('tabindex');
  }
  return frame.querySelector('.is-clipped') !== null;
};

/** Lets all cells show the whole. */
export const unmarkClipped = (frame: HTMLElement): void => {
  for (const cell of frame.querySelectorAll('.is-clipped')) cell.classList.remove('is-clipped');
};
