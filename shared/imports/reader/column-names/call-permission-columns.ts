import { type FieldNames, normalizedName } from './recognize-columns.ts';

/** Names of columns whose `yes` forbids calls, by language. */
const FORBIDDING = [
  // English: also the names of dialers and registers.
  `Do Not Call, Do Not Phone, Do Not Dial, Do Not Ring, Do Not Telephone, Do Not Contact, Do Not Call Me,
    Don't Call, Don't Phone, Don't Contact, Do Not Contact by Phone, Do Not Contact via Phone,
    Do Not Contact by Telephone, Do Not Disturb, Do Not Allow Phone Calls, Do Not Allow Phone Call,
    Do Not Allow Phone, Do Not Allow Calls, Do Not Allow Calling, Never Call, No Phone Calls,
    Do Not Call Flag, Do Not Call Status, Do Not Call List, On Do Not Call List, Do Not Call Registry, DNC,
    DNCR, Is DNC, On DNC, On DNC List, DNC List, DNC Listed, DNC Flag, DNC Status, National DNC, Federal DNC,
    State DNC, Internal DNC, DND, DND Calls, TPS, CTPS, TPS Registered, CTPS Registered,
    Has Opted Out Of Call, Has Opted Out Of Calls, Has Opted Out Of Phone, Has Opted Out Of Phone Calls,
    Opted Out Of Call, Opted Out Of Calls, Opted Out Of All Calls, Opted Out Of Phone,
    Opted Out Of Phone Calls, Call Opted Out, Calls Opted Out, Phone Opted Out, Phone Calls Opted Out,
    Call Opt Out, Calls Opt Out, Phone Opt Out, Phone Call Opt Out, Voice Opt Out, Opt Out Call,
    Opt Out Calls, Opt Out Phone, Opt Out Of Calls, Opt Out Of Phone Calls, Unsubscribed From Calls,
    Call Blocked, Calls Blocked, Block Calls, Calls Prohibited, Calling Prohibited, Prohibit Calls,
    Cannot Call, Cannot Be Called, Exclude From Calls, Exclude From Calling, Refuses Calls`,
  // German.
  `Nicht anrufen, Bitte nicht anrufen, Nicht telefonieren, Nicht kontaktieren, Telefonisch nicht kontaktieren,
    Nicht telefonisch kontaktieren, Darf nicht angerufen werden, Keine Anrufe, Kein Anruf,
    Keine Telefonanrufe, Keine Anrufe zulassen, Keine Telefonanrufe zulassen, Anrufe nicht zulassen,
    Telefonanrufe nicht zulassen, Anrufe nicht erlauben, Telefonanrufe nicht erlauben, Telefon nicht zulassen,
    Anrufsperre, Telefonsperre, Kontaktsperre, Anrufverbot, Anrufe gesperrt, Anruf gesperrt,
    Kein Telefonkontakt, Robinsonliste`,
  // French.
  `Ne pas appeler, Ne pas téléphoner, Ne pas contacter, Ne pas contacter par téléphone, Pas d'appel,
    Pas d'appels, Ne pas autoriser les appels, Ne pas autoriser les appels téléphoniques,
    Ne pas autoriser d'appels téléphoniques, Ne pas autoriser appels téléphoniques, Appels interdits,
    Appels bloqués, Refus d'appel, Refuse les appels, Opposition téléphonique, Bloctel, Inscrit Bloctel`,
  // Spanish.
  `No llamar, No telefonear, No contactar, No contactar por teléfono, No permitir llamadas,
    No permitir llamadas telefónicas, No permitir llamadas de teléfono, No desea llamadas, Sin llamadas,
    Llamadas bloqueadas, Llamadas prohibidas, Rechaza llamadas, Lista Robinson`,
  // Portuguese.
  `Não ligar, Não telefonar, Não chamar, Não contatar, Não contactar, Não contatar por telefone,
    Não permitir chamadas, Não permitir chamadas telefônicas, Não permitir chamadas telefónicas,
    Não permitir ligações, Não permitir ligações telefônicas, Não permitir telefonemas, Não perturbe,
    Não me perturbe, Sem ligações, Ligações bloqueadas, Chamadas bloqueadas`,
  // Italian.
  `Non chiamare, Non telefonare, Non contattare, Non contattare telefonicamente, Non consentire chiamate,
    Non consentire telefonate, Non consentire chiamate telefoniche, Non consentire le chiamate,
    Non consentire le telefonate, Chiamate bloccate, Chiamate vietate, Rifiuta chiamate, Registro opposizioni,
    Registro delle opposizioni, Registro pubblico delle opposizioni`,
  // Dutch.
  `Niet bellen, Niet opbellen, Niet contacteren, Niet telefonisch benaderen, Niet telefonisch contacteren,
    Bellen niet toestaan, Telefoongesprekken niet toestaan, Telefoontjes niet toestaan,
    Geen telefoongesprekken toestaan, Geen telefoontjes toestaan, Geen telefoontjes, Geen oproepen,
    Bel-me-niet, Bel-me-niet-register, Niet storen`,
];

/** Names of columns whose `no` forbids calls, by language. */
const PERMITTING = [
  `Allow Call, Allow Calls, Allow Calling, Allow Phone, Allow Phone Call, Allow Phone Calls,
    Allow Phone Contact, Allow Telephone Calls, Call Allowed, Calls Allowed, Calling Allowed, Phone Allowed,
    Phone Calls Allowed, Phone Contact Allowed, Can Call, Can Phone, Can Be Called, May Call, May Be Called,
    OK To Call, Okay To Call, Permission To Call, Call Permission, Calls Permitted, Phone Permission,
    Consent To Call, Consent To Calls, Consent To Phone Calls, Call Consent, Calling Consent, Phone Consent,
    Phone Call Consent, Call Opt In, Calls Opt In, Phone Opt In, Phone Call Opt In, Voice Opt In,
    Call Opted In, Phone Opted In, Opted In To Calls, Opt In Calls, Opt In Phone, Accepts Calls,
    Accepts Phone Calls, Accept Calls, Subscribed To Calls, Callable, Is Callable, Contactable By Phone`,
  `Anruf erlaubt, Anrufe erlaubt, Anrufe erlauben, Anrufe zulassen, Telefonanrufe erlaubt,
    Telefonanrufe erlauben, Telefonanrufe zulassen, Darf angerufen werden, Telefonwerbung erlaubt,
    Telefonkontakt erlaubt, Einwilligung Anruf, Einwilligung Anrufe, Einwilligung Telefon,
    Einwilligung Telefonwerbung, Einwilligung Telefonanrufe, Telefon Opt-in`,
  `Autoriser les appels, Autoriser les appels téléphoniques, Appel autorisé, Appels autorisés,
    Appels téléphoniques autorisés, Peut être appelé, Accepte les appels, Consentement appel,
    Consentement appels, Consentement téléphone, Consentement téléphonique`,
  `Permitir llamadas, Permitir llamadas telefónicas, Llamadas permitidas, Se puede llamar, Acepta llamadas,
    Consentimiento llamadas, Consentimiento de llamadas, Consentimiento telefónico`,
  `Permitir chamadas, Permitir chamadas telefônicas, Permitir chamadas telefónicas, Permitir ligações,
    Permitir telefonemas, Chamadas permitidas, Ligações permitidas, Pode ligar, Aceita ligações,
    Aceita chamadas, Consentimento de chamadas, Consentimento telefônico`,
  `Consenti chiamate, Consenti telefonate, Consenti chiamate telefoniche, Chiamate consentite,
    Telefonate consentite, Può essere chiamato, Accetta chiamate, Consenso chiamate, Consenso alle chiamate,
    Consenso telefonico`,
  `Bellen toegestaan, Bellen toestaan, Telefoongesprekken toestaan, Telefoontjes toestaan, Mag gebeld worden,
    Mag bellen, Toestemming bellen, Toestemming telefoon, Toestemming om te bellen`,
];

/** Pipedrive and others put the object before the name; Close marks custom fields. */
const PREFIXES = [
  '',
  'Person - ',
  'Contact ',
  'Lead ',
  'Prospect ',
  'Organization - ',
  'Account ',
  'Custom.',
];

const withPrefixes = (lists: readonly string[]): readonly string[] =>
  lists.flatMap((names) =>
    names.split(',').flatMap((name) => PREFIXES.map((prefix) => prefix + name.trim())),
  );

export const CALL_PERMISSION_COLUMNS: FieldNames = [
  ['doNotCall', [...withPrefixes(FORBIDDING), ...withPrefixes(PERMITTING)].join()],
];

const namesIn = (lists: readonly string[]) => new Set(withPrefixes(lists).map(normalizedName));
const FORBIDDING_NAMES = namesIn(FORBIDDING);
const PERMITTING_NAMES = namesIn(PERMITTING);

/** Custom fields of Salesforce and Dynamics carry a suffix and a prefix; repeated columns, their number. */
const barePart = (column: string): string => column.replace(/ \(\d+\)$/, '').replace(/__c$/i, '');

/** Lower-case words without accents: `HasOptedOutOfCall` is five. */
const wordsOf = (column: string): readonly string[] =>
  barePart(column)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Matches any of some words, which are patterns separated by spaces. */
const anyOf = (words: string): RegExp => new RegExp(`^(?:${words.replaceAll(' ', '|')})$`);

const ABBREVIATION = /^(?:dncr?|dnd|c?tps|bloctel|robinson\w*)$/;
const NEGATION = /^(?:not|dont|doesnt|never|no|cannot|nicht|keine?n?|ne|pas|sin|nao|sem|non|niet|geen)$/;
const FILLER = anyOf(
  'allow accept permit want wish to be by via me make receive any the phone zulassen ' +
    'erlauben telefonisch pas autoriser accepter les? d de des permitir aceptar aceitar desea ' +
    'quiere deseja quer desidera vuole souhaite wil las? as consentire accettare toestaan om ' +
    'te',
);
const CALL = anyOf(
  'call(?:s|ed|ing|able)? (?:tele)?phon(?:e|es|ed|ing|ecalls?) dial(?:s|ed|ing)? ring voice ' +
    'anruf\\w* angerufen telefon\\w* telephon\\w* appel(?:s|er|e)? llama\\w* ligar ligacoes ' +
    'chama\\w* chiama\\w* bellen opbellen gebeld oproepen telefoon\\w*',
);
const CONTACT = /^(?:contact(?:er|ar|eren)?|contatar|contattare|kontaktieren|disturb|solicit)$/;
const PERMISSION = anyOf(
  'allow(?:ed|s)? permission permit(?:s|ted)? consent(?:ed|s|i|ement|imiento|imento)? ' +
    'consen[st]\\w* accepts? callable subscribed opt opts opted optin optedin erlaub\\w* ' +
    'zulassen einwilligung zustimmung autoris\\w* permit\\w* acept\\w* aceit\\w* accett\\w* ' +
    'toestaan toegestaan toestemming',
);
const PROHIBITION = anyOf(
  'forbid\\w* prohibit\\w* block(?:ed|s)? restrict(?:ed|ions?)? suppress\\w* exclude[ds]? ' +
    'optout optedout unsubscribe[ds]? blacklist(?:ed)? refuse[ds]? gesperrt sperre verbot\\w* ' +
    'verboten widerspr\\w* interdi\\w* bloqu\\w* oppos\\w* prohib\\w* rechaza proib\\w* ' +
    'blocc\\w* vietat\\w* rifiut\\w* geblokkeerd',
);
const OTHER_CHANNEL = /^(?:e|e?mails?|sms|text|fax(?:es)?|post|post(?:al)?|bulk|newsletters?|marketing)$/;
const COMPOUND =
  /donot(?:allow|accept|permit)?(?:phone|call|dial|ring|telephone)|optedoutofcall|(?:anruf|telefon|kontakt)\w*(?:sperre|verbot|erlaubnis|einwilligung|zustimmung|widerspruch)/;

/** Whether a negation applies to a call: `do not allow phone calls`, but not `phone no`. */
const negatesCall = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    if (!NEGATION.test(word)) return false;
    const next = words.slice(at + 1).find((each) => !FILLER.test(each) || CALL.test(each)) ?? '';
    return CALL.test(next) || (CONTACT.test(next) && !words.some((each) => OTHER_CHANNEL.test(each)));
  });

/** Whether the name of a column suggests that it forbids or permits calls, whatever its language. */
export const looksLikeCallPermission = (column: string): boolean => {
  const words = wordsOf(column);
  if (words.some((word) => ABBREVIATION.test(word)) || COMPOUND.test(words.join(''))) return true;
  if (/^(?:has)?opt(?:ed|s)?(?:out|in)$/.test(words.join(''))) return true;
  if (negatesCall(words)) return true;
  const isOfCalls = words.some((word) => CALL.test(word));
  return isOfCalls && words.some((word) => PERMISSION.test(word) || PROHIBITION.test(word));
};

/**
 * Whether `yes` in this column permits calls: `Allow calls`. In any other column that fills `doNotCall`, it
 * forbids them.
 */
export const permitsCalls = (column: string): boolean => {
  const name = normalizedName(barePart(column));
  if (FORBIDDING_NAMES.has(name)) return false;
  if (PERMITTING_NAMES.has(name)) return true;
  const words = wordsOf(column);
  const forbids = [NEGATION, ABBREVIATION, PROHIBITION].some((pattern) =>
    words.some((word) => pattern.test(word)),
  );
  return !forbids && !/opt(?:ed)?out|donot/.test(name) && words.some((word) => PERMISSION.test(word));
};
