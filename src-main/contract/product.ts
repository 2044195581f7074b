/** What this program calls itself towards agents and clients. */
export const product = { id: 'gatehouse', name: 'Gatehouse', version: '0.1.0' } as const

/** Version of the contract we speak. Specification 1, section 7.5. */
export const contractVersion = '1.0.0'
