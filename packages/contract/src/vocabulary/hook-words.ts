/** Types of messages to products (BY-08). */
export const hookTypes = ['entitlement.changed', 'webhook.test'] as const;

/** Status of a message to a product. */
export const hookStatuses = ['waiting', 'delivered', 'failed'] as const;
