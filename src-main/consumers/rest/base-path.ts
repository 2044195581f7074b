/** Base path: prefix of every address of the API. See docs/protocol.md#rest-routes. */
export const basePath = '/api/v1'
