/** Stands where something is about to appear. Shows only after a moment, so that nothing flickers. */
export const Loading = ({ children = 'Loading …' }: { readonly children?: string }) => (
  <p class="loading" role="status">
    {children}
  </p>
);
