import { useEffect, useState } from 'preact/hooks';

/** A signal that ends with the component. */
export const useLifetime = (): AbortSignal => {
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), []);
  return controller.signal;
};
