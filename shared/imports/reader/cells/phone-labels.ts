/** Words that sources write next to a number, in the languages of their exports. */
const LABELS = new Set(
  [
    'phone phones tel telephone number no work office business company job mobile mob cell cellular cellphone',
    'home private personal main direct dial line hq headquarters switchboard reception primary secondary',
    'default preferred other alternative alternate whatsapp voip t m c o w h p d b ph tf',
    'telefon fon mobil handy mobiltelefon büro geschäftlich dienstlich privat zentrale durchwahl arbeit firma',
    'téléphone portable bureau domicile travail fixe standard mobiele mobiel werk thuis kantoor telefoon',
    'teléfono telefono móvil movil celular oficina trabajo casa telemóvel telefone escritório cellulare ufficio',
  ]
    .join(' ')
    .split(' '),
);

const FAX = /^(?:f|fax|telefax|facsimile)$/;

/** What the words next to a number tell: what it is for, that it is a fax, or something else. */
export const labelKind = (words: string): 'phone' | 'fax' | 'other' => {
  const all = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (all.some((word) => FAX.test(word))) return 'fax';
  return all.every((word) => LABELS.has(word) || /^\d$/.test(word)) ? 'phone' : 'other';
};
