import { useHeadingFocus } from '../../parts/page-heading.tsx';
import type { ViewProps } from '../view.ts';
import { ImportPage } from './import-page.tsx';
import { ImportsPage } from './list/imports-page.tsx';
import { ProfilesPage } from './profiles/profiles-page.tsx';

/** The list of imports, one import, or the profiles of dropped files, depending on the address. */
export const ImportsView = ({ rest, query }: ViewProps) => {
  const [first, action, ...more] = rest;
  const isList = first === undefined || first === 'upload';
  useHeadingFocus(isList ? '' : first);
  if (isList) return <ImportsPage isUploading={first === 'upload'} query={query} />;
  if (first === 'profiles') return <ProfilesPage action={action} profile={more} />;
  return <ImportPage key={first} id={first} action={action} />;
};
