/** Base path: what every address of the API begins with. See docs/protocol.md#rest-routes. */
export const basePath = '/api/v1'
