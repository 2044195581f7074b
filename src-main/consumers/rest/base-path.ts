/** Base path: what every address of the API begins with. Specification 1, section 12.2. */
export const basePath = '/api/v1'
