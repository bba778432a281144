/**
 * The column names of common CRM exports, by the field that they fill. Names are compared without case,
 * spaces and punctuation, so `First Name`, `FirstName` and `first_name` are one. The service's own field
 * paths are recognised besides.
 */
type RecognisedNames = Readonly<Record<string, string>>;

const namesOf = (names: Readonly<Record<string, string>>): RecognisedNames =>
  Object.fromEntries(
    Object.entries(names).flatMap(([path, columns]) => columns.split(' ').map((column) => [column, path])),
  );

/** The form in which column names are compared. */
export const normalisedName = (column: string): string =>
  column.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const RECORD_NAMES = {
  timezone: 'timezone tz',
  linkedinUrl: 'linkedinurl linkedin linkedinprofile linkedinprofileurl',
  websiteUrl: 'websiteurl website homepage',
  doNotCall: 'donotcall dnc',
  tags: 'tags labels label',
  createdAt: 'createdat createdate createddate created datecreated creationdate',
  updatedAt: 'updatedat lastmodifieddate lastmodified modifieddate updatetime updated',
};

/** HubSpot and Pipedrive name addresses plainly; Salesforce puts the address's purpose first. */
const locationNames = (...prefixes: readonly string[]) => {
  const each = (names: string): string =>
    ['', ...prefixes].flatMap((prefix) => names.split(' ').map((name) => prefix + name)).join(' ');
  return {
    'location.street': each('street streetaddress address'),
    'location.city': each('city'),
    'location.region': each('state region stateregion stateprovince province'),
    'location.postalCode': each('postalcode zip zipcode zippostalcode postcode'),
    'location.country': each('country countryregion'),
  };
};

export const PERSON_COLUMNS = namesOf({
  ...RECORD_NAMES,
  ...locationNames('mailing'),
  id: 'id recordid contactid personid leadid',
  firstName: 'firstname personfirstname givenname forename',
  lastName: 'lastname personlastname familyname surname',
  name: 'name fullname contactname personname',
  title: 'title jobtitle personjobtitle persontitle',
  emails: 'email emailaddress personemail emails',
  'emails.work': 'workemail businessemail emailwork personemailwork',
  'emails.home': 'homeemail emailhome personemailhome',
  'emails.personal': 'personalemail',
  'emails.other': 'otheremail emailother personemailother',
  'phones.work':
    'phone phonenumber telephone workphone businessphone officephone directphone phonework personphone personphonework',
  'phones.mobile': 'mobile mobilephone mobilephonenumber cell cellphone phonemobile personphonemobile',
  'phones.home': 'homephone phonehome personphonehome',
  'phones.other': 'otherphone phoneother personphoneother whatsappphonenumber',
  companyId:
    'companyid companyrecordid accountid organizationid personorganizationid associatedcompanyid associatedcompanyids associatedcompanyidsprimary primaryassociatedcompanyid',
  ownerId: 'ownerid owner contactowner contactownerid personowner',
  tags: 'tags labels label personlabels personlabel',
  createdAt: `${RECORD_NAMES.createdAt} personpersoncreated personcreated`,
  updatedAt: `${RECORD_NAMES.updatedAt} personupdatetime`,
});

export const COMPANY_COLUMNS = namesOf({
  ...RECORD_NAMES,
  ...locationNames('billing', 'organization', 'organizationaddress'),
  id: 'id recordid companyid companyrecordid accountid organizationid',
  name: 'name companyname company accountname organizationname',
  domain: 'domain domainname companydomain companydomainname',
  industry: 'industry organizationindustry',
  employeeCount: 'employeecount employees numberofemployees headcount organizationnumberofemployees',
  'annualRevenue.amount': 'annualrevenue revenue annualrevenueamount organizationannualrevenue',
  'annualRevenue.currency': 'annualrevenuecurrency currency currencyisocode',
  'phones.work': 'phone phonenumber telephone mainphone companyphone companyphonenumber organizationphone',
  linkedinUrl: `${RECORD_NAMES.linkedinUrl} linkedincompanypage organizationlinkedinprofile`,
  websiteUrl: `${RECORD_NAMES.websiteUrl} organizationwebsite`,
  description: 'description aboutus about',
  ownerId: 'ownerid owner companyowner accountowner organizationowner',
  tags: 'tags labels label organizationlabels organizationlabel',
  createdAt: `${RECORD_NAMES.createdAt} organizationorganizationcreated organizationcreated`,
  updatedAt: `${RECORD_NAMES.updatedAt} organizationupdatetime`,
});

export const CALL_LIST_COLUMNS = namesOf({
  id: 'listid calllistid',
  name: 'listname calllistname calllist list',
  isLocked: 'locked islocked listlocked',
  createdAt: 'created createdat createdate createddate listcreated listcreatedat listcreatedate',
  'entries.id': 'entryid calllistentryid',
  'entries.position': 'position entryposition order',
  'entries.personId': 'personid personrecordid contactid contactrecordid',
  'entries.companyId': 'companyid companyrecordid accountid organizationid',
  'entries.note': 'note notes comment',
  'entries.phone.number': 'phone phonenumber number',
  'entries.phone.type': 'phonetype',
  'entries.status': 'status entrystatus callstatus',
  'entries.attempts': 'attempts callattempts',
  'entries.lastCalledAt': 'lastcalled lastcalledat lastcalldate',
  'entries.lastDisposition': 'lastdisposition disposition lastoutcome',
  'entries.nextCallAt': 'nextcall nextcallat nextcalldate',
  'entries.addedAt': 'added addedat dateadded',
});
