/** Programs that lose an answer, or a whole process, and find out what became of their commits. */
@NullMarked
package dev.landfall.examples.recovery;

import org.jspecify.annotations.NullMarked;
