import { type FieldNames, fieldNames, normalizedName } from './recognize-columns.ts';

/** Column names of one language: those of both kinds of records, and those of each. */
interface Translation {
  /** Pipedrive names the object first: `Person - Telefon`, `Organisation - Name`. */
  readonly objects: { readonly people: string; readonly companies: string };
  readonly both: FieldNames;
  readonly people: FieldNames;
  readonly companies: FieldNames;
}

const GERMAN: Translation = {
  objects: { people: 'Person', companies: 'Organisation' },
  both: fieldNames(`
    phones.work: Telefon, Telefonnummer, Telefon geschäftlich, Geschäftlich Telefon, Geschäftstelefon,
      Bürotelefon, Telefon Arbeit, Durchwahl
    location.street: Straße, Adresse, Anschrift, Straße und Hausnummer, Rechnungsadresse Straße,
      Postanschrift Straße
    location.city: Stadt, Ort, Wohnort
    location.region: Bundesland, Bundesland/Region, Bundesland/Kanton
    location.postalCode: Postleitzahl, PLZ
    location.country: Land, Land/Region
    createdAt: Erstellt am, Erstellungsdatum, Erstelldatum, Angelegt am, Erstellungszeit
    updatedAt: Zuletzt geändert, Zuletzt geändert am, Aktualisiert am, Datum der letzten Änderung,
      Geändert am, Änderungszeit
    timezone: Zeitzone
    tags: Schlagwörter, Stichwörter, Etiketten
    callingCode: Ländervorwahl
  `),
  people: fieldNames(`
    id: Datensatz-ID, Kontakt-ID, Personen-ID, Datensatz-ID Kontakt
    firstName: Vorname
    lastName: Nachname, Familienname
    name: Vollständiger Name, Kontaktname
    title: Berufsbezeichnung, Jobtitel, Stellenbezeichnung, Jobbezeichnung, Funktion
    emails: E-Mail-Adresse, Mailadresse
    emails.work: Geschäftliche E-Mail, Geschäftliche E-Mail-Adresse
    emails.personal: Private E-Mail, Private E-Mail-Adresse
    phones.mobile: Mobiltelefon, Mobiltelefonnummer, Handy, Handynummer, Mobil, Mobilnummer
    phones.home: Privattelefon, Telefon privat, Private Telefonnummer
    companyName: Unternehmen, Unternehmensname, Firma, Firmenname, Zugeordnetes Unternehmen, Organisation
    companyId: Unternehmens-ID, Zugeordnete Unternehmens-ID, Zugeordnete Unternehmens-IDs, Firmen-ID
    companyDomain: Unternehmensdomain, Unternehmenswebsite
    linkedinUrl: LinkedIn-Profil
    ownerId: Kontakteigentümer, Zuständiger Mitarbeiter, Zuständiger Mitarbeiter für Kontakt, Besitzer,
      Inhaber
  `),
  companies: fieldNames(`
    id: Datensatz-ID, Unternehmens-ID, Firmen-ID
    name: Unternehmensname, Unternehmen, Firmenname, Firma
    domain: Unternehmensdomain, Name der Unternehmensdomain, Domain-Name des Unternehmens, Domainname
    industry: Branche
    employeeCount: Mitarbeiterzahl, Anzahl Mitarbeiter, Anzahl der Mitarbeiter, Mitarbeiter
    annualRevenue.amount: Jahresumsatz, Umsatz
    annualRevenue.currency: Währung
    description: Beschreibung
    websiteUrl: Webseite
    ownerId: Zuständiger Mitarbeiter, Besitzer, Inhaber
  `),
};

const FRENCH: Translation = {
  objects: { people: 'Personne', companies: 'Organisation' },
  both: fieldNames(`
    phones.work: Téléphone, Numéro de téléphone, Téléphone professionnel, Téléphone bureau, Téléphone fixe,
      Téléphone direct
    location.street: Rue, Adresse, Adresse postale
    location.city: Ville
    location.region: Région, État/Région, Département
    location.postalCode: Code postal
    location.country: Pays, Pays/Région
    createdAt: Date de création, Créé le, Date d'ajout
    updatedAt: Date de dernière modification, Date de la dernière modification, Dernière modification,
      Modifié le
    timezone: Fuseau horaire
    tags: Étiquettes, Mots-clés
    callingCode: Indicatif, Indicatif pays
  `),
  people: fieldNames(`
    id: ID de fiche d'informations, ID d'enregistrement, ID contact, ID du contact, ID de la personne
    firstName: Prénom
    lastName: Nom, Nom de famille
    name: Nom complet, Nom du contact
    title: Poste, Intitulé du poste, Titre du poste, Fonction
    emails: Adresse e-mail, Courriel, Adresse électronique, Mail
    emails.work: E-mail professionnel, Adresse e-mail professionnelle
    emails.personal: E-mail personnel, Adresse e-mail personnelle
    phones.mobile: Téléphone mobile, Numéro de téléphone mobile, Téléphone portable, Portable,
      Numéro de mobile
    phones.home: Téléphone domicile, Téléphone personnel
    companyName: Entreprise, Nom de l'entreprise, Société, Nom de la société, Nom du compte, Compte,
      Entreprise associée
    companyId: ID de l'entreprise, ID d'entreprise, ID du compte, ID de la société
    companyDomain: Site web, Site web de l'entreprise
    linkedinUrl: Profil LinkedIn, URL LinkedIn, URL du profil LinkedIn
    websiteUrl: URL du site web
    ownerId: Propriétaire du contact, Propriétaire
  `),
  companies: fieldNames(`
    id: ID de fiche d'informations, ID d'enregistrement, ID de l'entreprise, ID d'entreprise, ID du compte,
      ID de la société
    name: Nom de l'entreprise, Nom de la société, Nom du compte, Nom, Entreprise, Société
    domain: Nom de domaine, Nom de domaine de l'entreprise, Domaine
    industry: Secteur, Secteur d'activité
    employeeCount: Nombre d'employés, Nombre de salariés, Effectif, Effectifs
    annualRevenue.amount: Chiffre d'affaires, Chiffre d'affaires annuel, Revenu annuel
    annualRevenue.currency: Devise
    websiteUrl: Site web, URL du site web, Site internet
    ownerId: Propriétaire de l'entreprise, Propriétaire du compte, Propriétaire
  `),
};

const SPANISH: Translation = {
  objects: { people: 'Persona', companies: 'Organización' },
  both: fieldNames(`
    phones.work: Teléfono, Número de teléfono, Teléfono de trabajo, Teléfono del trabajo, Teléfono de oficina,
      Teléfono principal
    location.street: Calle, Dirección, Dirección postal
    location.city: Ciudad
    location.region: Provincia, Estado/Región, Estado o región, Región
    location.postalCode: Código postal
    location.country: País, País/Región
    createdAt: Fecha de creación, Creado el
    updatedAt: Fecha de última modificación, Fecha de la última modificación, Última modificación,
      Modificado el
    timezone: Zona horaria, Huso horario
    tags: Etiquetas
  `),
  people: fieldNames(`
    id: ID de registro, ID de contacto, ID del contacto, ID de persona
    firstName: Nombre, Nombre de pila
    lastName: Apellidos, Apellido
    name: Nombre completo, Nombre del contacto, Nombre de contacto
    title: Cargo, Puesto, Puesto de trabajo
    emails: Correo electrónico, Correo, Dirección de correo electrónico, Dirección de correo
    emails.work: Correo electrónico del trabajo, Correo electrónico de trabajo
    emails.personal: Correo electrónico personal
    phones.mobile: Teléfono móvil, Número de teléfono móvil, Móvil, Celular, Teléfono celular
    phones.home: Teléfono de casa, Teléfono particular
    companyName: Empresa, Nombre de la empresa, Nombre de empresa, Nombre de la cuenta, Nombre de cuenta,
      Cuenta, Organización, Compañía
    companyId: ID de la empresa, ID de empresa, ID de la cuenta
    companyDomain: Sitio web
    linkedinUrl: Perfil de LinkedIn, URL de LinkedIn
    websiteUrl: URL del sitio web
    ownerId: Propietario del contacto, Propietario
  `),
  companies: fieldNames(`
    id: ID de registro, ID de la empresa, ID de empresa, ID de la cuenta
    name: Nombre de la empresa, Nombre de empresa, Nombre de la cuenta, Nombre de cuenta, Nombre, Empresa,
      Compañía
    domain: Nombre de dominio, Nombre de dominio de la empresa, Dominio
    industry: Sector, Industria
    employeeCount: Número de empleados, Empleados
    annualRevenue.amount: Ingresos anuales, Facturación anual
    annualRevenue.currency: Moneda
    description: Descripción
    websiteUrl: Sitio web, URL del sitio web
    ownerId: Propietario de la empresa, Propietario de la cuenta, Propietario
  `),
};

const PORTUGUESE: Translation = {
  objects: { people: 'Pessoa', companies: 'Organização' },
  both: fieldNames(`
    phones.work: Telefone, Número de telefone, Telefone comercial, Telefone de trabalho
    location.street: Rua, Endereço, Morada
    location.city: Cidade
    location.region: Estado/Região
    location.postalCode: CEP, Código postal
    location.country: País
    createdAt: Data de criação, Criado em
    updatedAt: Data da última modificação, Última modificação, Modificado em
    timezone: Fuso horário
    tags: Etiquetas, Marcadores
  `),
  people: fieldNames(`
    id: ID do registro, ID do registo, ID do contato, ID do contacto, ID da pessoa
    firstName: Nome, Primeiro nome, Nome próprio
    lastName: Sobrenome, Apelido, Último nome
    name: Nome completo, Nome do contato, Nome do contacto
    title: Cargo, Função
    emails: Endereço de e-mail, Correio eletrônico, Correio eletrónico
    emails.work: E-mail comercial, E-mail de trabalho
    emails.personal: E-mail pessoal
    phones.mobile: Telefone celular, Celular, Número de celular, Número de telefone celular, Telemóvel,
      Número de telemóvel
    phones.home: Telefone residencial
    companyName: Empresa, Nome da empresa, Nome da conta, Conta, Organização
    companyId: ID da empresa, ID da conta
    companyDomain: Site
    linkedinUrl: Perfil do LinkedIn, URL do LinkedIn
    websiteUrl: URL do site
    ownerId: Proprietário do contato, Proprietário do contacto, Proprietário
  `),
  companies: fieldNames(`
    id: ID do registro, ID do registo, ID da empresa, ID da conta
    name: Nome da empresa, Nome da conta, Nome, Empresa
    domain: Nome de domínio, Nome de domínio da empresa, Domínio
    industry: Setor, Indústria
    employeeCount: Número de funcionários, Número de colaboradores, Funcionários
    annualRevenue.amount: Receita anual, Faturamento anual
    annualRevenue.currency: Moeda
    description: Descrição
    websiteUrl: Site, URL do site
    ownerId: Proprietário da empresa, Proprietário da conta, Proprietário
  `),
};

const ITALIAN: Translation = {
  objects: { people: 'Persona', companies: 'Organizzazione' },
  both: fieldNames(`
    phones.work: Telefono, Numero di telefono, Telefono ufficio, Telefono lavoro, Telefono aziendale
    location.street: Via, Indirizzo
    location.city: Città
    location.region: Provincia, Regione, Stato/Regione
    location.postalCode: CAP, Codice postale
    location.country: Paese, Paese/Regione
    createdAt: Data di creazione, Data creazione, Creato il
    updatedAt: Data ultima modifica, Data di ultima modifica, Ultima modifica, Modificato il
    timezone: Fuso orario
    tags: Etichette, Tag
  `),
  people: fieldNames(`
    id: ID record, ID del record, ID contatto, ID del contatto
    firstName: Nome
    lastName: Cognome
    name: Nome completo, Nome e cognome, Nome contatto, Nome del contatto
    title: Qualifica, Posizione lavorativa, Titolo professionale, Ruolo
    emails: Indirizzo e-mail, Posta elettronica
    emails.work: E-mail aziendale, E-mail di lavoro
    emails.personal: E-mail personale
    phones.mobile: Cellulare, Telefono cellulare, Numero di cellulare, Numero di telefono cellulare,
      Telefono mobile
    phones.home: Telefono casa, Telefono abitazione
    companyName: Azienda, Nome azienda, Nome dell'azienda, Società, Nome account, Organizzazione
    companyId: ID azienda, ID dell'azienda
    companyDomain: Sito web
    linkedinUrl: Profilo LinkedIn
    websiteUrl: URL del sito web
    ownerId: Proprietario del contatto, Proprietario contatto, Proprietario
  `),
  companies: fieldNames(`
    id: ID record, ID del record, ID azienda, ID dell'azienda
    name: Nome azienda, Nome dell'azienda, Nome account, Nome, Azienda, Società
    domain: Nome dominio, Nome di dominio, Nome dominio azienda, Dominio
    industry: Settore
    employeeCount: Numero di dipendenti, Numero dipendenti, Dipendenti
    annualRevenue.amount: Fatturato, Fatturato annuo, Fatturato annuale, Ricavi annuali
    annualRevenue.currency: Valuta
    description: Descrizione
    websiteUrl: Sito web, URL del sito web
    ownerId: Proprietario dell'azienda, Proprietario azienda, Proprietario
  `),
};

const DUTCH: Translation = {
  objects: { people: 'Persoon', companies: 'Organisatie' },
  both: fieldNames(`
    phones.work: Telefoon, Telefoonnummer, Zakelijke telefoon, Zakelijk telefoonnummer, Telefoon werk
    location.street: Straat, Adres
    location.city: Stad, Plaats, Woonplaats
    location.region: Provincie, Staat/Regio
    location.country: Land, Land/Regio
    createdAt: Aanmaakdatum, Aangemaakt op, Gemaakt op
    updatedAt: Datum laatst gewijzigd, Laatst gewijzigd, Laatst gewijzigd op, Gewijzigd op
    timezone: Tijdzone
    callingCode: Landnummer
  `),
  people: fieldNames(`
    id: Contactpersoon-ID, Persoons-ID
    firstName: Voornaam
    lastName: Achternaam
    name: Naam, Volledige naam, Contactnaam, Naam contactpersoon
    title: Functie, Functietitel
    emails: E-mailadres
    emails.work: Zakelijk e-mailadres, Zakelijke e-mail
    emails.personal: Privé e-mail, Persoonlijk e-mailadres
    phones.mobile: Mobiel, Mobiele telefoon, Mobiel nummer, Mobiel telefoonnummer
    phones.home: Telefoon thuis, Telefoon privé
    companyName: Bedrijf, Bedrijfsnaam, Naam bedrijf, Accountnaam, Organisatie
    companyId: Bedrijfs-ID
    linkedinUrl: LinkedIn-profiel
    ownerId: Eigenaar, Eigenaar van contact, Contacteigenaar, Eigenaar contactpersoon
  `),
  companies: fieldNames(`
    id: Bedrijfs-ID
    name: Naam, Bedrijfsnaam, Naam bedrijf, Accountnaam, Bedrijf
    domain: Domeinnaam, Domeinnaam van bedrijf, Domein
    industry: Branche, Sector, Bedrijfstak
    employeeCount: Aantal werknemers, Aantal medewerkers
    annualRevenue.amount: Jaaromzet, Omzet
    annualRevenue.currency: Valuta
    description: Beschrijving
    ownerId: Eigenaar, Eigenaar van bedrijf, Accounteigenaar
  `),
};

const TRANSLATIONS = [GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH] as const;

const prefixed = (object: string, fields: FieldNames): FieldNames =>
  fields.map(([path, names]) => [
    path,
    names
      .split(',')
      .map((name) => `${object} - ${name.trim()}`)
      .join(),
  ]);

/** What Pipedrive calls the fields that have the same name in most languages. */
const SAME_EVERYWHERE = fieldNames(`
  name: Name, Nom, Nome, Nombre, Naam
  id: ID
`);
const SAME_OF_PEOPLE = fieldNames(`
  emails: E-Mail, E-mail, Email
  phones.mobile: Mobile
`);

const COMPANY_OF_PEOPLE = fieldNames(`
  companyName: Name, Nom, Nome, Nombre, Naam
  companyId: ID
`);

/** Pipedrive's columns of one language, without those that another language has too. */
const pipedriveColumns = (
  kind: 'people' | 'companies',
  { objects, both, ...own }: Translation,
): FieldNames => [
  ...prefixed(objects[kind], [...own[kind], ...both, ...SAME_EVERYWHERE]),
  ...(kind === 'people'
    ? [...prefixed(objects.people, SAME_OF_PEOPLE), ...prefixed(objects.companies, COMPANY_OF_PEOPLE)]
    : []),
];

/** The first language that has a name decides what it means. */
const withoutConflicts = (fields: FieldNames): FieldNames => {
  const known = new Map<string, string>();
  return fields.flatMap(([path, names]) => {
    const own = names.split(',').filter((name) => {
      const key = normalizedName(name);
      const first = known.get(key) ?? path;
      known.set(key, first);
      return first === path;
    });
    return own.length === 0 ? [] : [[path, own.join()]];
  });
};

/**
 * Names of columns of people and companies in exports in German, French, Spanish, Portuguese, Italian and
 * Dutch. They come after all English ones.
 */
export const translatedColumns = (kind: 'people' | 'companies'): FieldNames => [
  ...TRANSLATIONS.flatMap((translation) => [...translation[kind], ...translation.both]),
  ...withoutConflicts(TRANSLATIONS.flatMap((translation) => pipedriveColumns(kind, translation))),
];
