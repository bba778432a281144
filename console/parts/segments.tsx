import { useId } from 'preact/hooks';
import { optionsOf } from './field.tsx';

interface SegmentsProps<T extends string> {
  /** For screen readers. */
  readonly legend: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice between a few options, side by side. */
export const Segments = <T extends string>({ legend, options, value, onChange }: SegmentsProps<T>) => {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{legend}</legend>
      {optionsOf(options).map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          <span>{options[each]}</span>
        </label>
      ))}
    </fieldset>
  );
};
