import { type ComponentChild, createContext, type PartialInputHTMLAttributes } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { ApiError, isAtField } from '../api/problem.ts';
import { errorSentence } from './error-sentence.ts';

/** The error of the last attempt; each field of the form shows its part. */
export const FormError = createContext<unknown>(undefined);

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The parameter whose error is shown, as worded by the service: "must be …". */
  readonly parameter?: string | undefined;
  /** Whether it is required and empty, for which the service names a format. */
  readonly isMissing?: boolean;
  /** The text, if each line is an item of a list: errors name the line. */
  readonly lines?: string;
}

/** The number of the line with an item. Empty lines are none. */
const lineOf = (path = '', lines = ''): number | undefined => {
  const index = /^\.(\d+)/.exec(path)?.[1];
  const filled = lines.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]));
  return index === undefined ? undefined : filled[Number(index)];
};

/** The hint and the error of a field, and the attributes that tie its control to them. */
export const useDescription = (field: FieldProps) => {
  const { label, hint, parameter, isMissing = false, lines } = field;
  const id = useId();
  const failure = useContext(FormError);
  const found =
    parameter !== undefined && failure instanceof ApiError
      ? failure.errors.find((each) => isAtField(each.parameter, parameter))
      : undefined;
  const error = found?.detail;
  const line = lineOf(found?.parameter.slice(parameter?.length), lines);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    attributes: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
    hintText: hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    ),
    errorText: error && (
      <p class="field-error" id={`${id}-error`}>
        {line !== undefined && `Line ${line}: `}
        {errorSentence(label, error, isMissing)}
      </p>
    ),
  } as const;
};

type Attributes = ReturnType<typeof useDescription>['attributes'];

interface ControlProps extends FieldProps {
  readonly isLabelHidden?: boolean | undefined;
  readonly children: (attributes: Attributes) => ComponentChild;
}

const Control = ({ children, isLabelHidden = false, ...field }: ControlProps) => {
  const { attributes, hintText, errorText } = useDescription(field);
  return (
    <div class="field">
      <label for={attributes.id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {field.label}
      </label>
      {hintText}
      {children(attributes)}
      {errorText}
    </div>
  );
};

interface TextFieldProps
  extends FieldProps,
    Pick<
      PartialInputHTMLAttributes<HTMLInputElement>,
      'class' | 'maxLength' | 'placeholder' | 'required' | 'spellcheck' | 'autocapitalize'
    > {
  readonly type?: 'text' | 'url' | 'date' | 'datetime-local';
  readonly list?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const TextField = ({ label, hint, parameter, onChange, ...input }: TextFieldProps) => (
  <Control
    label={label}
    hint={hint}
    parameter={parameter}
    isMissing={input.required === true && input.value.trim() === ''}
  >
    {(attributes) => (
      <input
        type="text"
        autocomplete="off"
        {...input}
        {...attributes}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Control>
);

interface FileFieldProps extends FieldProps {
  /** The extensions that the file dialog offers. */
  readonly accept: string;
  readonly onChange: (file: File | undefined) => void;
}

export const FileField = ({ accept, onChange, ...field }: FileFieldProps) => (
  <Control {...field}>
    {(attributes) => (
      <input
        type="file"
        accept={accept}
        {...attributes}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
      />
    )}
  </Control>
);

interface TextAreaFieldProps extends FieldProps {
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const TextAreaField = ({ rows, value, onChange, ...field }: TextAreaFieldProps) => (
  <Control {...field}>
    {(attributes) => (
      <textarea
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        value={value}
        {...attributes}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </Control>
);

interface SelectFieldProps<T extends string> extends FieldProps {
  /** In a toolbar, whose options say what they are. Screen readers read it. */
  readonly isLabelHidden?: boolean;
  /** The texts by value. A map keeps the order of values that are numbers. */
  readonly options: Readonly<Record<T, string>> | Map<T, string>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Narrows the names of the options, which `Object.keys` widens. */
export const optionsOf = <T extends string>(options: Readonly<Record<T, string>>): readonly T[] =>
  Object.keys(options).filter((name): name is T => Object.hasOwn(options, name));

export const SelectField = <T extends string>(props: SelectFieldProps<T>) => {
  const { options, value, onChange, ...field } = props;
  const texts =
    options instanceof Map ? options : new Map(optionsOf(options).map((name) => [name, options[name]]));
  const names = [...texts.keys()];
  const choose = (index: number): void => {
    const name = names[index];
    if (name !== undefined) onChange(name);
  };
  return (
    <Control {...field}>
      {(attributes) => (
        <select {...attributes} onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
          {names.map((name) => (
            <option key={name} value={name} selected={name === value}>
              {texts.get(name)}
            </option>
          ))}
        </select>
      )}
    </Control>
  );
};
