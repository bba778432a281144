import { useEffect, useState } from 'preact/hooks';

const SHOWN_MILLISECONDS = 5_000;

/** Shows a message for some seconds and reads it out. */
export const Announcements = ({ text, count }: { readonly text: string; readonly count: number }) => {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(count), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <div class="announcements" role="status">
      {hidden < count && <p key={count}>{text}</p>}
    </div>
  );
};
