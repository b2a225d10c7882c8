export const maxDetail = 120
