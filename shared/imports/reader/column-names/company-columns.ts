import { fieldNames, recognizeNames } from './recognize-columns.ts';
import { locationColumns, pipedriveAddressColumns, SHARED_COLUMNS } from './shared-columns.ts';
import { translatedColumns } from './translated-columns.ts';

/** The columns of a file of companies. */
export const COMPANY_COLUMNS = recognizeNames([
  ...fieldNames(`
    id: Record ID, Company Record ID, Account ID, Organization - ID, Organization ID, Apollo Account Id,
      Company ID, Id, Lead ID
    name: Company Name, Account Name, Organization - Name, Company, Name, Record, Lead Name, Display Name,
      Company Name for Emails
    domain: Company Domain Name, Company Domain, Account Domain, Organization - Domain, Domain Name, Domain,
      Domains
    industry: Industry, Organization - Industry, Company Industry
    employeeCount: Number of Employees, Organization - Number of employees, Employee Count, # Employees,
      Headcount
    annualRevenue.amount: Annual Revenue, Organization - Annual revenue, Revenue
    annualRevenue.currency: Annual Revenue Currency, Organization - Currency of Annual revenue,
      Currency ISO Code, Currency
    phones.work: Main Phone, Phone, Phone Number, Telephone, Company Phone, Company Phone Number,
      Account Phone, Organization - Phone, Office Phone, Corporate Phone, Phone Numbers
  `),
  ...locationColumns(
    'Billing, Billing Address, Company, Organization, Organization - Address, Primary location, Address ' +
      '1, Address',
  ),
  ...fieldNames('location.city: Primary location > Locality'),
  ...pipedriveAddressColumns('Organization', 'Address', 'Company Address'),
  ...fieldNames(`
    location.postalCode: Billing Code
    linkedinUrl: Company Linkedin Url, LinkedIn Company Page, Organization - LinkedIn profile,
      LinkedIn Profile URL, LinkedIn Profile, LinkedIn URL, LinkedIn
    websiteUrl: Website URL, Company Website, Account Website, Organization - Website, Website, Homepage, URL
    description: Description, Short Description, About Us, About
    ownerId: Account Owner.id, Company Owner ID, Account Owner ID, Owner ID, Company Owner, Account Owner,
      Organization - Owner, Owner
    tags: Organization - Labels, Organization - Label
    createdAt: Organization - Organization created, Organization created
    updatedAt: Organization - Update time
  `),
  ...SHARED_COLUMNS,
  ...translatedColumns('companies'),
]);
