import type { ComponentChildren } from 'preact';
import { type FieldProps, useDescription } from './field.tsx';

interface ChoicesProps extends FieldProps {
  readonly children: ComponentChildren;
}

/** Controls under a common label, such as radio buttons. */
export const Choices = ({ children, ...field }: ChoicesProps) => {
  const { attributes, hintText, errorText } = useDescription(field);
  return (
    <fieldset class="field" aria-describedby={attributes['aria-describedby']}>
      <legend>{field.label}</legend>
      {hintText}
      {errorText}
      {children}
    </fieldset>
  );
};

interface CheckboxProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

export const Checkbox = ({ children, onChange, ...input }: CheckboxProps) => (
  <label class="check">
    <input type="checkbox" {...input} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
);

interface CheckListProps<T extends string> extends FieldProps {
  readonly options: readonly T[];
  /** The chosen options, in the order of the options. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly T[]) => void;
  /** @default the option itself */
  readonly render?: (option: T) => ComponentChildren;
}

/** A choice of any number of options. */
export const CheckList = <T extends string>(props: CheckListProps<T>) => {
  const { options, value, onChange, render = (option) => option, ...field } = props;
  return (
    <Choices {...field}>
      {options.map((option) => (
        <Checkbox
          key={option}
          checked={value.includes(option)}
          onChange={(checked) =>
            onChange(options.filter((other) => (other === option ? checked : value.includes(other))))
          }
        >
          {render(option)}
        </Checkbox>
      ))}
    </Choices>
  );
};
