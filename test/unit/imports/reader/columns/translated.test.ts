import { describe, expect, test } from 'vitest';
import { importCompany, importPerson } from './import-row.ts';

describe('people of a translated export', () => {
  test.each([
    ['Datensatz-ID', 'Vorname', 'Nachname', 'E-Mail-Adresse', 'Handynummer', 'Jobtitel', 'PLZ'],
    ["ID d'enregistrement", 'Prénom', 'Nom', 'Adresse e-mail', 'Téléphone mobile', 'Poste', 'Code postal'],
    ['ID de registro', 'Nombre', 'Apellidos', 'Correo electrónico', 'Móvil', 'Cargo', 'Código postal'],
    ['ID do contato', 'Nome', 'Sobrenome', 'Endereço de e-mail', 'Celular', 'Cargo', 'CEP'],
    ['ID record', 'Nome', 'Cognome', 'Indirizzo e-mail', 'Cellulare', 'Qualifica', 'CAP'],
    ['Contactpersoon-ID', 'Voornaam', 'Achternaam', 'E-mailadres', 'Mobiel', 'Functie', 'Postcode'],
  ])('reads people with %s', (id, first, last, email, mobile, title, postalCode) => {
    const { record } = importPerson({
      [id]: '1',
      [first]: 'Aino',
      [last]: 'Aalto',
      [email]: 'aino@aalto.example',
      [mobile]: '202-555-0101',
      [title]: 'CTO',
      [postalCode]: '12345',
    });
    expect(record).toMatchObject({
      sourceId: '1',
      firstName: 'Aino',
      lastName: 'Aalto',
      emails: [{ address: 'aino@aalto.example' }],
      phones: [{ number: '+12025550101', type: 'mobile' }],
      title: 'CTO',
      location: { postalCode: '12345' },
      customFields: {},
    });
  });

  test.each(['Nom', 'Nombre', 'Nome', 'Naam'])('reads `%s` alone as the full name', (column) => {
    expect(importPerson({ [column]: 'Aino Aalto' }).record).toMatchObject({
      firstName: 'Aino',
      lastName: 'Aalto',
    });
  });
});

describe('companies of a translated export', () => {
  test.each([
    ['Firmenname', 'Branche', 'Mitarbeiterzahl', 'Jahresumsatz', 'Ort'],
    ["Nom de l'entreprise", "Secteur d'activité", "Nombre d'employés", "Chiffre d'affaires annuel", 'Ville'],
    ['Nombre de la empresa', 'Sector', 'Número de empleados', 'Ingresos anuales', 'Ciudad'],
    ['Nome da empresa', 'Setor', 'Número de funcionários', 'Receita anual', 'Cidade'],
    ['Nome azienda', 'Settore', 'Numero di dipendenti', 'Fatturato', 'Città'],
    ['Bedrijfsnaam', 'Bedrijfstak', 'Aantal werknemers', 'Jaaromzet', 'Plaats'],
  ])('reads companies with %s', (name, industry, employees, revenue, city) => {
    const { record } = importCompany({
      [name]: 'Alpha',
      [industry]: 'Toys',
      [employees]: '12',
      [revenue]: '5000',
      [city]: 'Turku',
    });
    expect(record).toMatchObject({
      name: 'Alpha',
      industry: 'Toys',
      employeeCount: 12,
      annualRevenue: { amount: 5000 },
      location: { city: 'Turku' },
      customFields: {},
    });
  });
});
