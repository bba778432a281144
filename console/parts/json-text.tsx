const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** Longer texts have no colors: each value is an element. */
const LONGEST = 50_000;

const classOf = (string: string | undefined, colon: string | undefined): string => {
  if (string === undefined) return 'json-value';
  return colon === undefined ? 'json-string' : 'json-name';
};

/** A text, with colors if it is JSON. */
export const JsonText = ({ text }: { readonly text: string }) => {
  if (!/^[[{]/.test(text) || text.length > LONGEST) return <>{text}</>;
  let end = 0;
  const parts = [...text.matchAll(TOKEN)].flatMap((match) => {
    const [token, string, colon] = match;
    const before = text.slice(end, match.index);
    end = match.index + token.length;
    return [
      before,
      <span key={match.index} class={classOf(string, colon)}>
        {string ?? token}
      </span>,
      colon,
    ];
  });
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
};
