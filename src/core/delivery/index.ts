// What of a packet an agent's own transcript shows to have arrived. In doubt it is unknown, never delivered.
export type { Delivery, DeliveryState, Received, SectionDelivery, Sent } from './judge.ts'
export { deliveryStates, judge } from './judge.ts'
