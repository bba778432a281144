/** A CSV file of so many new people. */
export const peopleCsv = (people: number): string => {
  const rows = Array.from(
    { length: people },
    (_, index) =>
      `P-${index},First${index},Last${index},Director ` +
      `${index % 100},p${index}@example.com,+1415555${String(index % 10_000).padStart(4, '0')},Town ` +
      `${index % 500},US`,
  );
  return ['id,firstName,lastName,title,email,phone,city,country', ...rows, ''].join('\n');
};
