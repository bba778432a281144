/** The position of the page to return to, until it is reached or the user scrolls. */
let target: number | undefined;

const SAVE_AFTER_MILLISECONDS = 100;

/** What the entry of the history holds: an object of this console, or null. */
const positionOf = (state: unknown): number | undefined => {
  const scroll = typeof state === 'object' && state !== null ? Reflect.get(state, 'scroll') : undefined;
  return typeof scroll === 'number' ? scroll : undefined;
};

/** Whether a position is being returned to. */
export const isRestoring = (): boolean => target !== undefined;

/** Scrolls to the position of the entry, once the page is long enough. Call it whenever content was added. */
export const restoreScroll = (): void => {
  if (target === undefined) return;
  scrollTo({ top: target, behavior: 'instant' });
  if (Math.abs(scrollY - target) <= 1) target = undefined;
};

/** Keeps the position of each page in the history. */
export interface ScrollMemory {
  /** Call it when the address has changed. */
  readonly arrive: () => void;
}

/**
 * Starts to keep the position of the page in the entries of the history. Browsers restore it before the
 * content is loaded, when the page is too short.
 */
export const startScrollMemory = (): ScrollMemory => {
  history.scrollRestoration = 'manual';
  target = positionOf(history.state);
  let timer: number | undefined;
  const save = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    history.replaceState({ scroll: scrollY }, '');
  };
  const giveUp = (): void => {
    target = undefined;
  };
  addEventListener('scroll', () => {
    if (target !== undefined) return;
    clearTimeout(timer);
    timer = window.setTimeout(save, SAVE_AFTER_MILLISECONDS);
  });
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(event, giveUp, { passive: true });
  }
  // Before a link is followed, and before the page is left.
  for (const event of ['click', 'keydown']) addEventListener(event, save, { capture: true });
  addEventListener('pagehide', save);
  return {
    arrive: () => {
      clearTimeout(timer);
      timer = undefined;
      target = positionOf(history.state);
    },
  };
};
