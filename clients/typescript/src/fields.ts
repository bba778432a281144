/** A path into a resource, such as `location.city`; through lists (`emails.address`) and to custom fields. */
export type FieldPath<T> = T extends readonly (infer E)[]
  ? FieldPath<E>
  : T extends object
    ? string extends keyof T
      ? string
      : { [K in keyof T & string]: K | `${K}.${FieldPath<NonNullable<T[K]>>}` }[keyof T & string]
    : never;

/** The paths below a field. */
type Below<P extends string, K> = K extends string ? (P extends `${K}.${infer Rest}` ? Rest : never) : never;

/** The id of a record is always returned; an external id is not one. */
type AlwaysSelected<T> = 'source' extends keyof T ? never : 'id';

type SelectedFields<T, P extends string> = {
  [K in keyof T as K extends AlwaysSelected<T>
    ? K
    : K extends P
      ? K
      : [Below<P, K>] extends [never]
        ? never
        : K]: K extends P ? T[K] : K extends AlwaysSelected<T> ? T[K] : SelectedPaths<T[K], Below<P, K>>;
};

type SelectedPaths<T, P extends string> = T extends readonly (infer E)[]
  ? SelectedPaths<E, P>[]
  : T extends object
    ? string extends keyof T
      ? { [K in P]: T[keyof T] | null }
      : SelectedFields<T, P>
    : T;

/** A resource with what `fields` selects of it: all without `fields`. */
export type Selected<T, F> = F extends readonly (infer P extends string)[] ? SelectedPaths<T, P> : T;

/** The paths that `fields` may have; `undefined` returns whole resources. */
export type Fields<T> = readonly FieldPath<T>[] | undefined;
