export const audit = {
  none: 'Nothing was changed yet.',
  title: 'The last changes:',
  older: 'Older',
}
