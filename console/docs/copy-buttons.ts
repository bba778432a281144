const SHOWN_MILLISECONDS = 2_000;

/** Adds a button to each block of code that copies it. */
export const addCopyButtons = (): void => {
  for (const block of document.querySelectorAll('.document .code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const code = block.querySelector('code');
      try {
        await navigator.clipboard.writeText(code?.textContent ?? '');
        button.textContent = 'Copied';
      } catch {
        // Pages without HTTPS have no clipboard.
        if (code !== null) getSelection()?.selectAllChildren(code);
        button.textContent = 'Selected';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MILLISECONDS);
    });
    block.append(button);
  }
};
