/**
 * The contract of a catalog as tests: whoever implements {@link dev.landfall.catalog.Catalog}
 * extends {@link dev.landfall.testkit.contract.CatalogContract}, and is told which rule the catalog
 * breaks and what shows it. Needs JUnit Jupiter 5.11 or newer, which the testkit does not bring.
 */
@NullMarked
package dev.landfall.testkit.contract;

import org.jspecify.annotations.NullMarked;
